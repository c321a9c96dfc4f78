/** What hosts may know of the installation: they do not reach into main/compute themselves. */
export { INSTALLATION, PROGRAMS, VERSION } from './installation'

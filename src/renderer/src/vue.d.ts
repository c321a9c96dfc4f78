// For plain TypeScript (oxlint): vue-tsc knows each component's own type and does not look here.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent<Record<string, unknown>>
  export default component
}

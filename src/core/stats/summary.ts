/** What a batch of games is summed up by. Everything here needs at least one value. */
export { max, mean, median, sampleStandardDeviation } from 'simple-statistics'

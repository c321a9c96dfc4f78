/** What a batch of games is summed up by. Everything here needs at least one value. */
export { max, mean, median, quantile, sampleStandardDeviation } from 'simple-statistics'

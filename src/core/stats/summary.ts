/** Functions that summarise a batch of games. All need at least one value. */
export { max, mean, median, quantile, sampleStandardDeviation } from 'simple-statistics'

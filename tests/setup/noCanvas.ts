/** In place of vue-chartjs: there is no canvas on the page of the tests. What would be drawn are the props of these components. */
import { defineComponent, h } from 'vue'

const chart = defineComponent({
  props: { data: Object, options: Object, plugins: Array },
  render: () => h('canvas', { role: 'img' }),
})

export const Bar = chart
export const Line = chart
export const Scatter = chart
export const createTypedChart = () => chart

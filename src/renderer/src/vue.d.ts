// For plain TypeScript (the linter): vue-tsc knows each component's own type and does not look here.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent
  export default component
}

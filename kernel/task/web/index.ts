import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: { '': () => import('./pages/tasks.tsx') },
  barItems: [{ id: 'tasks', sort: 10, load: () => import('./components/task-button.tsx') }],
})

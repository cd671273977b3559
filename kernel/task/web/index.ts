import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: { '': () => import('./pages/tasks.tsx') },
  barItems: {
    tasks: () => import('./components/task-button.tsx'),
  },
} satisfies WebModule

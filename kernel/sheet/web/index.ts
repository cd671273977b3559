import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    Import: () => import('./pages/import.tsx'),
    Exports: () => import('./pages/exports.tsx'),
  },
  cards: {
    'whole-exports': { load: () => import('./components/whole-exports-card.tsx') },
  },
  exporter: () => import('./export/export-dialog.tsx'),
} satisfies WebModule

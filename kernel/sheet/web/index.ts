import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    Import: () => import('./pages/import.tsx'),
    Exports: () => import('./pages/exports.tsx'),
  },
  cards: [
    {
      id: 'whole-exports',
      title: '完整号码导出',
      permission: 'export.watch',
      columns: 3,
      startsRow: true,
      sort: 61,
      placeholderHeight: 188,
      load: () => import('./components/whole-exports-card.tsx'),
    },
  ],
  sheets: {
    importer: '/baseData/Import',
    exporter: { permission: 'data.export', load: () => import('./export/export-dialog.tsx') },
  },
})

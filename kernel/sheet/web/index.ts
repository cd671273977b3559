import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    Import: () => import('./pages/import.tsx'),
    Exports: () => import('./pages/exports.tsx'),
  },
  sheets: {
    importer: '/baseData/Import',
    exporter: { permission: 'data.export', load: () => import('./exporting/export-dialog.tsx') },
  },
})

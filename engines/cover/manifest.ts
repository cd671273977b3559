import { defineModule } from '#packages/contract'

/** Who gives the lessons of somebody who cannot. The office's pages and permissions are in applications/lesson-changes. */
export const manifest = defineModule({ key: 'cover', title: '代调课', permissions: {} })

import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'catalogue', title: '应用', permissions: {} })

import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'audit', title: '日志', permissions: {} })

import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'message', title: '消息', permissions: {} })

import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'identity', title: '身份', permissions: {} })

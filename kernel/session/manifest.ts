import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'session', title: '登录', permissions: {} })

import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'personal', title: '个人数据', permissions: {} })

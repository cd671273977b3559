import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'metric', title: '统计', permissions: {} })

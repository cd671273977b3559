import { defineModule } from '#packages/contract'

export const manifest = defineModule({ key: 'weather', title: '天气', permissions: {} })

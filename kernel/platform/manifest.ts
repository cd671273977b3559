import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'platform',
  title: '平台管理',
  permissions: {},
  pages: [],
})

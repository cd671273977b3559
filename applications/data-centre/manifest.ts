import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'data-centre',
  title: '数据中心',
  base: 'dataCentre',
  permissions: {},
  pages: [
    {
      path: 'dataBoard',
      title: '数据看板',
      permission: 'staff',
      help: 'data-board',
      icon: 'dashboard',
      shape: 'board',
    },
  ],
})

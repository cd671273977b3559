import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'approval',
  title: '审批',
  permissions: {},
  pages: [],
})

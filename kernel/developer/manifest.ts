import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'developer',
  title: '开放平台',
  group: 'developer',
  permissions: {},
  pages: [],
})

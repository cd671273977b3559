import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'staff',
  title: '教职工',
  permissions: {
    'org.recount': { title: '重新统计组织人数', defaultFor: ['district-admin', 'school-admin'] },
  },
})

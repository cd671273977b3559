import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'access',
  title: '权限',
  permissions: {
    'org.appoint': {
      title: '任免机构管理员',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
})

import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'org',
  title: '组织',
  group: 'baseData',
  permissions: {
    'org.read': {
      title: '查看组织机构',
      defaultFor: {
        'district-admin': 'district',
        'district-office': 'district',
        'security-admin': 'district',
        auditor: 'district',
        'school-admin': 'org-tree',
        head: 'org-tree',
        hr: 'org-tree',
        clerk: 'org-tree',
        'grade-head': 'department-tree',
      },
    },
    'org.visit': { title: '进入下级学校', defaultFor: { 'district-admin': 'district', 'district-office': 'district' } },
    // The permission covers what is below the scope's organisation and not the organisation itself: a school's
    // administrator edits its departments.
    'org.edit': {
      title: '新建和编辑组织机构',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
    'org.disable': { title: '停用组织机构', defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' } },
    'org.merge': { title: '合并和拆分组织机构', defaultFor: { 'district-admin': 'district' } },
  },
  pages: [
    {
      path: 'Orgs',
      title: '组织机构',
      permission: 'org.read',
      help: 'orgs',
      sort: 1,
      section: 'people',
      icon: 'apartment',
      tile: { about: '学校、部门与年级组', sort: 7 },
    },
  ],
  web: {
    controls: ['organisation'],
    phoneControls: ['organisation'],
    cards: [
      {
        id: 'organisations',
        title: '组织概况',
        permission: 'org.read',
        at: 'office',
        columns: 12,
        sort: 20,
        placeholderHeight: 100,
      },
    ],
  },
})

import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'staff',
  title: '教职工',
  group: 'baseData',
  permissions: {
    'user.read': {
      title: '查看教职工',
      defaultFor: {
        'district-admin': 'district',
        'district-office': 'district',
        'school-admin': 'org-tree',
        head: 'org-tree',
        hr: 'org-tree',
        'grade-head': 'department-tree',
      },
    },
    'user.edit': {
      title: '新建和编辑教职工',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', hr: 'org-tree' },
    },
    'user.reset': {
      title: '邀请开通账号和重置密码',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
    'user.reveal': {
      title: '查看教职工完整证件号和电话',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', hr: 'org-tree' },
    },
    'user.merge': { title: '合并重复人员', needsTwoFactors: true, defaultFor: { 'district-admin': 'district' } },
    'org.recount': { title: '重新统计组织人数', defaultFor: ['district-admin', 'school-admin'] },
  },
  fields: {
    'user.phone': { title: '教职工手机和其他电话' },
    'user.id-card': { title: '教职工身份证号' },
    'user.birthday': { title: '教职工出生日期' },
    'user.address': { title: '教职工联系地址' },
    'user.email': { title: '教职工邮箱和QQ' },
    'user.resume': { title: '教职工简历' },
    'user.license': { title: '教师资格证号' },
    'user.card': { title: '教职工一卡通号' },
  },
  pages: [
    {
      path: 'User',
      title: '教师管理',
      permission: 'user.read',
      help: 'staff',
      sort: 2,
      section: 'people',
      icon: 'idcard',
      tile: { about: '教职工档案与账号', sort: 2 },
      states: ['?fill=new'],
    },
    {
      path: 'ChangeLog',
      title: '人员变动',
      permission: 'user.edit',
      help: 'staff-changes',
      sort: 3,
      section: 'people',
      icon: 'user-switch',
      tile: { about: '入职、调动与离岗', sort: 9 },
    },
    {
      path: 'Duplicates',
      title: '重复人员',
      permission: 'user.merge',
      help: 'duplicates',
      sort: 4,
      section: 'people',
      icon: 'merge',
      tile: { about: '查找并合并重复档案', sort: 13 },
    },
  ],
  web: {
    extendedPages: ['org:Orgs'],
    palette: [
      { id: 'new-staff', title: '操作', permission: 'user.edit', sort: 10, isHiddenFromHint: true },
      { id: 'staff-acts', title: '账号操作', permission: 'user.reset', sort: 11, isHiddenFromHint: true },
      {
        id: 'staff',
        title: '教职工',
        permission: 'user.read',
        sort: 20,
        // The hint already has 人员.
        isHiddenFromHint: true,
      },
    ],
  },
})

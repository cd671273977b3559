import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'directory',
  title: '通讯录',
  permissions: {},
  pages: [
    {
      path: '',
      title: '通讯录',
      permission: 'staff',
      help: 'directory',
      icon: 'contacts',
      isOnPhone: true,
      tile: { about: '查找同事电话与部门', sort: 5 },
    },
    { path: 'groups', title: '我的群组', permission: 'staff', help: 'directory-groups', icon: 'usergroup' },
    { path: 'settings', title: '联系方式公开范围', permission: 'staff', help: 'directory-settings' },
  ],
  web: {
    palette: [{ id: 'people', title: '人员', permission: 'staff', sort: 30 }],
    controls: ['person', 'colleagues'],
    phoneControls: ['person', 'colleagues'],
    barItems: [{ id: 'directory', sort: 30 }],
  },
})

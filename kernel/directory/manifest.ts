import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'directory',
  title: '通讯录',
  permissions: {},
  pages: [
    { path: '', title: '通讯录', permission: 'staff', help: 'directory' },
    { path: 'groups', title: '我的群组', permission: 'staff', help: 'directory-groups' },
    { path: 'settings', title: '联系方式公开范围', permission: 'staff', help: 'directory-settings' },
  ],
})

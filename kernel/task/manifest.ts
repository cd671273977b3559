import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'task',
  title: '任务',
  permissions: {},
  pages: [{ path: '', title: '后台任务', permission: 'staff', help: 'tasks', icon: 'thunderbolt' }],
  web: {
    barItems: [{ id: 'tasks', sort: 10 }],
  },
})

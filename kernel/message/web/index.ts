import { CheckOutlined } from '@ant-design/icons'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    '': () => import('./pages/messages.tsx'),
    settings: () => import('./pages/settings.tsx'),
    smsLogs: () => import('./pages/sms.tsx'),
  },
  actions: {
    'message:': [
      {
        id: 'read-all',
        label: '全部已读',
        icon: CheckOutlined,
        permission: 'staff',
        run: async (page) => (await import('./mark-all-read.ts')).markAllAsRead(page),
      },
    ],
  },
  cards: [
    {
      id: 'todos',
      title: '待办',
      columns: 5,
      sort: 10,
      placeholderHeight: 120,
      shape: async (client) => (await import('./queries.ts')).getTodoCardShape(client),
      load: () => import('./components/todo-card.tsx'),
    },
  ],
  barItems: [
    { id: 'messages', sort: 20, isShownInBigText: true, load: () => import('./components/message-button.tsx') },
  ],
  backgrounds: [{ id: 'counts', load: () => import('./components/counts-watch.tsx') }],
})

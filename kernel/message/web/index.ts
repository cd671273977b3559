import { CheckOutlined } from '@ant-design/icons'
import type { WebModule } from '#packages/web/core/module.ts'

export default {
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
  cards: {
    todos: {
      shape: async (client) => (await import('./queries.ts')).getTodoCardShape(client),
      load: () => import('./components/todo-card.tsx'),
    },
  },
  barItems: {
    messages: () => import('./components/message-button.tsx'),
  },
  backgrounds: {
    counts: () => import('./components/counts-watch.tsx'),
  },
} satisfies WebModule

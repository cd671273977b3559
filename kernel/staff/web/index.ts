import { CalculatorOutlined } from '@ant-design/icons'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  actions: {
    'org:Orgs': [
      {
        id: 'recount',
        label: '重新统计',
        icon: CalculatorOutlined,
        permission: 'org.recount',
        run: async (page) => (await import('./recount.ts')).recount(page),
      },
    ],
  },
})

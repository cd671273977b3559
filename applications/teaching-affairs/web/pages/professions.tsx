import { BookOutlined } from '@ant-design/icons'
import { defineEntityList } from '#packages/web/desk/entity/entity-list.tsx'
import { profession, professionApi } from '../../contract.ts'

/** 专业: the professions and combinations of the user's school. */
export default defineEntityList(profession, professionApi, {
  key: 'teaching-affairs:professions',
  icon: BookOutlined,
  empty: { text: '中职学校登记专业，高中登记选科组合。' },
})

import { CheckOutlined, ClockCircleOutlined, RollbackOutlined } from '@ant-design/icons'
import { expect, it } from 'vitest'
import { labels } from '#packages/contract/labels.ts'
import { createStatusLook } from './status-look.ts'

it('shows a state with the icon of its tone, or with its own', () => {
  const getLook = createStatusLook(
    labels({
      open: { label: '待答复', tone: 'warning' },
      answered: { label: '已答复', tone: 'success', isNormal: true },
      withdrawn: { label: '已撤回', tone: 'closed' },
    }),
    { withdrawn: RollbackOutlined },
  )
  expect(getLook('open')).toEqual({ label: '待答复', tone: 'warning', icon: ClockCircleOutlined, isNormal: false })
  expect(getLook('answered')).toMatchObject({ icon: CheckOutlined, isNormal: true })
  expect(getLook('withdrawn').icon).toBe(RollbackOutlined)
})

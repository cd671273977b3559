import { SafetyCertificateOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { formatDate, formatDayTime } from '#packages/web/core/format/time.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { DetailTabSpec, DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { maskedFields, userFields, type MaskedField, type UserDetail } from '../../contract.ts'
import { getAccountStatus, getAgeOn, getBoundLabel, getNationLabel, getWorkerTypeLabel } from '../staff-labels.ts'
import { AccountActions } from './account-actions.tsx'
import { FieldHistory } from './field-history.tsx'
import { MaskedFact } from './masked-fact.tsx'
import { AddMembership, MembershipCards } from './membership-cards.tsx'
import styles from './user-facts.module.css'

const ObjectHistory = lazy(async () => ({ default: (await import('#kernel/audit/web/api.ts')).ObjectHistory }))

const masked = (detail: UserDetail, field: MaskedField) => ({
  label: userFields[field].title,
  value: <MaskedFact row={detail} field={field} />,
})

function formatSexAndBirthday({ sex, birthday }: UserDetail) {
  const born = birthday && `${birthday}（${getAgeOn(birthday, formatDate(new Date()))} 岁）`
  return [sex, born].filter(Boolean).join('　')
}

/** Rare facts; empty ones are hidden. */
const further = [
  'teacherLevel',
  'diploma',
  'graduateSchool',
  'specialty',
  'workedFrom',
  'license',
  'officePhone',
  'email',
  'qq',
  'otherPhone',
  'address',
  'icCard',
  'resume',
  'remark',
] as const
const isMasked = (field: string): field is MaskedField => maskedFields.some((one) => one === field)

function furtherFacts(detail: UserDetail): DetailSectionSpec[] {
  const nation = getNationLabel(detail)
  const facts = [
    ...(nation ? [{ label: userFields.nation.title, value: nation }] : []),
    ...further
      .filter((field) => detail[field])
      .map((field) =>
        isMasked(field) ? masked(detail, field) : { label: userFields[field].title, value: detail[field] },
      ),
  ]
  return facts.length > 0 ? [{ title: '更多', facts }] : []
}

const listHistorySections = ({ id }: UserDetail): DetailSectionSpec[] => [
  { facts: [], whole: <FieldHistory id={id} /> },
  {
    facts: [],
    whole: (
      <Suspense>
        <ObjectHistory kind="staff.membership" id={id} title="操作日志" />
      </Suspense>
    ),
  },
]

const Note = () => (
  <p className={styles['note']}>
    <Glyph of={SafetyCertificateOutlined} />
    查看完整号码需填写原因，并记入操作日志
  </p>
)

const basics = (detail: UserDetail): DetailSectionSpec[] => [
  {
    facts: [
      { label: '性别 / 生日', value: formatSexAndBirthday(detail) },
      masked(detail, 'mobile'),
      masked(detail, 'idCard'),
      { label: userFields.workerType.title, value: getWorkerTypeLabel(detail) },
      { label: userFields.subject.title, value: detail.subject },
      { label: '到岗日期', value: detail.startsOn },
    ],
  },
  {
    title: '任职',
    facts: [],
    aside: <AddMembership detail={detail} />,
    whole: <MembershipCards detail={detail} isWhole={false} />,
  },
  ...furtherFacts(detail),
  ...(detail.mayReveal ? [{ facts: [], whole: <Note /> }] : []),
]

const account = (detail: UserDetail): DetailSectionSpec[] => [
  {
    facts: [
      { label: '用户名', value: detail.loginName },
      { label: '账号', value: <RowStatusTag status={getAccountStatus(detail)} /> },
      { label: '钉钉', value: getBoundLabel(detail) },
      { label: '最近登录', value: detail.lastSignInAt ? formatDayTime(detail.lastSignInAt) : '' },
      { label: userFields.noSecondStep.title, value: detail.noSecondStep ? '是' : '否' },
    ],
    whole: <AccountActions detail={detail} />,
  },
]

export const createUserTabs = (detail: UserDetail): DetailTabSpec[] => [
  { key: 'facts', label: '基本', sections: basics(detail) },
  {
    key: 'places',
    label: '任职',
    sections: [
      {
        title: '全部任职',
        facts: [],
        aside: <AddMembership detail={detail} />,
        whole: <MembershipCards detail={detail} isWhole />,
      },
    ],
  },
  { key: 'account', label: '登录', sections: account(detail) },
  { key: 'history', label: '变更记录', sections: listHistorySections(detail) },
]

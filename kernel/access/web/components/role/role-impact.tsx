import { MinusOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import type { RoleDifference, RoleForm } from '../../../contract.ts'
import { getScopeTitle } from '../../role-model.ts'
import { roleImpactQuery } from '../../role-queries.ts'
import styles from './role-impact.module.css'

const pauseMs = 300

/** The server's preview of the current form, after a pause in editing. */
export function useRoleImpact(form: RoleForm, isChanged: boolean) {
  // No request without a change.
  const formKey = isChanged ? JSON.stringify(form) : ''
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const clock = setTimeout(() => setSettled(formKey), pauseMs)
    return () => clearTimeout(clock)
  }, [formKey])
  const isSettled = settled !== '' && formKey !== ''
  const query = useQuery({
    ...roleImpactQuery(isSettled ? (JSON.parse(settled) as RoleForm) : form),
    enabled: isSettled,
    placeholderData: (before) => before,
  })
  return { ...query, isLate: formKey !== settled || query.isPlaceholderData }
}
type RoleImpactQuery = ReturnType<typeof useRoleImpact>

interface Props {
  difference: RoleImpactQuery
  count: number
  /** Opens the list of members. */
  onMembers: () => void
}

/** Gains and losses, shown before a role is saved. */
export function RoleImpactPanel({ difference, count, onMembers }: Props) {
  const { data } = difference
  const isShown = count > 0 && data !== undefined
  return (
    <aside className={styles['mirror']} aria-label="保存前对照">
      <header className={styles['head']}>
        <h2 className={styles['title']}>保存前对照</h2>
        {isShown && <Totals groups={data.groups} />}
        {isShown && <p className={styles['about']}>{impactSummary(data)}</p>}
      </header>
      <div className={styles['body']} aria-live="polite" aria-busy={difference.isLate && count > 0}>
        <ImpactGroups difference={difference} count={count} />
      </div>
      {isShown && data.lastHolders.map((one) => <LastHolder key={one.code} of={one} onMembers={onMembers} />)}
    </aside>
  )
}

function impactSummary({ memberCount, affected, groups }: RoleDifference) {
  if (memberCount === 0) return '此角色还没有成员'
  if (affected === 0) return `${memberCount} 名成员的权限都不变`
  // People with the same permission from another role are a separate group and are not affected.
  const kinds = groups.filter(({ gains, loses }) => gains.length + loses.length > 0).length
  return `影响 ${affected} 人${kinds > 1 ? `，分 ${kinds} 种情况` : ''}`
}

/** Number of gained and lost permissions over all affected people. */
function Totals({ groups }: Pick<RoleDifference, 'groups'>) {
  const counted = (part: 'gains' | 'loses') =>
    new Set(groups.flatMap((group) => group[part].map(({ code }) => code))).size
  const [gains, loses] = [counted('gains'), counted('loses')]
  return (
    <span className={styles['totals']}>
      {gains > 0 && (
        <span className={styles['gain']}>
          <Glyph of={PlusOutlined} />
          新增 {gains} 项
        </span>
      )}
      {loses > 0 && (
        <span className={styles['loss']}>
          <Glyph of={MinusOutlined} />
          失去 {loses} 项
        </span>
      )}
    </span>
  )
}

function ImpactGroups({
  difference: { data, isError, error, refetch },
  count,
}: {
  difference: RoleImpactQuery
  count: number
}) {
  if (count === 0) return <p className={styles['none']}>还没有改动。勾选或取消功能后，这里会列出谁将获得、谁将失去。</p>
  if (isError)
    return (
      <div className={styles['failed']} role="alert">
        <p>{getErrorMessage(error)}</p>
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </div>
    )
  if (!data) return <SkeletonLines widths={[60, 80, 72]} />
  return data.groups.map((group) => <Group key={group.people[0]?.userId ?? group.count} of={group} />)
}

type GroupOf = RoleDifference['groups'][number]
const facesShown = 3

function Group({ of: { count, people, gains, loses, unchanged } }: { of: GroupOf }) {
  const [first] = people
  const isOne = count === 1
  return (
    <section className={styles['group']}>
      <p className={styles['who']} title={people.map(({ name, orgName }) => `${name}（${orgName}）`).join('\n')}>
        <span className={styles['faces']}>
          {people.slice(0, facesShown).map(({ userId, name }) => (
            <InitialsAvatar key={userId} name={name} size="row" />
          ))}
        </span>
        <strong>{isOne ? first?.name : `${first?.name ?? ''}等 ${count.toLocaleString()} 人`}</strong>
        <span className={styles['same']}>{isOne ? first?.post || first?.orgName : '改动相同'}</span>
      </p>
      <ul className={styles['changes']}>
        {gains.map((change) => (
          <Change key={change.code} of={change} isGain />
        ))}
        {loses.map((change) => (
          <Change key={change.code} of={change} isGain={false} />
        ))}
      </ul>
      {unchanged.length > 0 && <p className={styles['unchanged']}>{unchangedText(unchanged)}</p>}
    </section>
  )
}

/** Groups permissions that the same roles give. */
function unchangedText(unchanged: GroupOf['unchanged']) {
  const byRoles = new Map<string, string[]>()
  for (const { title, byRoles: roles } of unchanged) {
    const rolesText = roles.map((role) => `“${role}”`).join('')
    byRoles.set(rolesText, [...(byRoles.get(rolesText) ?? []), title])
  }
  return [...byRoles].map(([roles, titles]) => `${titles.join('、')}另由${roles}给予，不变`).join('；')
}

const scopeText = (kinds: GroupOf['gains'][number]['before']) => kinds.map(getScopeTitle).join('、')

function Change({ of: { title, before, after }, isGain }: { of: GroupOf['gains'][number]; isGain: boolean }) {
  const scopeChange =
    before.length > 0 && after.length > 0 ? `${scopeText(before)} → ${scopeText(after)}` : scopeText(after)
  return (
    <li className={styles['change']}>
      <span className={isGain ? styles['plus'] : styles['minus']} role="img" aria-label={isGain ? '获得' : '失去'}>
        <Glyph of={isGain ? PlusOutlined : MinusOutlined} />
      </span>
      <span>
        {title}
        {scopeChange && <span className={styles['far']}>{scopeChange}</span>}
      </span>
    </li>
  )
}

interface LastProps {
  of: RoleDifference['lastHolders'][number]
  onMembers: () => void
}

function LastHolder({ of: { title, count, names }, onMembers }: LastProps) {
  return (
    <p className={styles['last']} role="alert">
      <Glyph of={WarningOutlined} />
      <span>
        {count === 0 ? (
          <>
            保存后没有人能<strong>{title}</strong>。
          </>
        ) : (
          <>
            {title}只剩 <strong>{names.join('、')}</strong> {count === 1 ? '一人' : `${count} 人`}
            。请假时可能没有人办理。
          </>
        )}
        <button type="button" className={styles['more']} onClick={onMembers}>
          再给一人
        </button>
      </span>
    </p>
  )
}

import { TeamOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { removeAudience, roleKey } from '../../role-queries.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { dateRangeText } from './date-range-text.ts'
import styles from './members.module.css'

type Audience = RoleDetail['audiences'][number]

/** 明湖小学及下级，岗位“教务主任”. */
const audienceText = ({ orgName, includesBelow, post }: Audience) =>
  `${orgName}${includesBelow ? '及下级' : ''}，${post ? `岗位“${post}”` : '全体教职工'}`

/** Audiences of the role: organisations and posts. */
export function RoleAudiences({ detail }: { detail: RoleDetail }) {
  const [leaving, setLeaving] = useState<Audience>()
  const { audiences, mayAssign } = detail
  if (audiences.length === 0) return null
  return (
    <section aria-label="按单位或岗位分配">
      <div className={styles['line']}>
        <h3 className={styles['heading']}>按单位或岗位</h3>
      </div>
      <ul>
        {audiences.map((one) => (
          <li key={one.id} className={styles['audience']}>
            <Glyph of={TeamOutlined} />
            <span className={styles['words']}>
              {audienceText(one)}
              <span className={styles['about']}>
                {one.memberCount.toLocaleString()} 人，{dateRangeText(one)}
              </span>
            </span>
            {mayAssign && (
              <Button type="link" size="small" aria-label={`取消 ${audienceText(one)}`} onClick={() => setLeaving(one)}>
                取消
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmAction
          title="取消按单位或岗位分配"
          submitLabel={`取消分配（${leaving.memberCount.toLocaleString()} 人）`}
          isDanger
          submit={() => removeAudience(leaving.id)}
          done="已取消分配"
          queryKey={roleKey}
          onClose={() => setLeaving(undefined)}
        >
          <p>{`${audienceText(leaving)}：${leaving.memberCount.toLocaleString()} 人将立即失去“${detail.name}”给予的功能。`}</p>
        </ConfirmAction>
      )}
    </section>
  )
}

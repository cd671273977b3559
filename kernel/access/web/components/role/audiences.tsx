import { TeamOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { removeAudience, roleKey } from '../../role-queries.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { dateRangeText } from './date-range-text.ts'
import styles from './members.module.css'

type Audience = RoleDetail['audiences'][number]

/** 明湖小学及下级，岗位“教务主任”. */
const audienceText = ({ orgName, includesBelow, post }: Audience) =>
  `${orgName}${includesBelow ? '及下级' : ''}，${post ? `岗位“${post}”` : '全体教职工'}`

/** Audiences of the role: organisations and posts. */
export function RoleAudiences({ detail }: { detail: RoleDetail }) {
  const [leaving, setLeaving] = useState<Audience>()
  const client = useQueryClient()
  const toast = useToast()
  const { audiences, mayAssign } = detail
  if (audiences.length === 0) return null
  return (
    <section aria-label="按单位或岗位分配">
      <div className={styles['line']}>
        <h3 className={styles['heading']}>按单位或岗位</h3>
      </div>
      <ul className={styles['audiences']}>
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
        <ConfirmDialog
          title="取消按单位或岗位分配"
          text={`${audienceText(leaving)}：${leaving.memberCount.toLocaleString()} 人将立即失去“${detail.name}”给予的功能。`}
          verb={`取消分配（${leaving.memberCount.toLocaleString()} 人）`}
          onClose={() => setLeaving(undefined)}
          onAgree={async () => {
            await removeAudience(leaving.id)
            toast.success('已取消分配')
            await client.invalidateQueries({ queryKey: roleKey })
          }}
        />
      )}
    </section>
  )
}

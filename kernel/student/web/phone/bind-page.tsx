import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { setChildren } from '#packages/web/core/family.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { relations, studentApi, type ChildCard } from '../../contract.ts'
import { BindForms } from './bind-forms.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './family.module.css'

const home = '/studentMain/index'

async function fetchBindings() {
  const [{ children }, bindable] = await Promise.all([call(studentApi.children), call(studentApi.bindable)])
  setChildren(children)
  return { children, bindable }
}

/** The bound children, and the forms to bind another one. */
export default function BindPage() {
  usePageTitle('绑定孩子')
  const { answer, again } = useLoaded('mine', fetchBindings)
  return (
    <LightPage head={<Bar title="绑定孩子" back={home} help="family-binding" />}>
      {answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : answer ? (
        <>
          <BindableChildren links={answer.bindable} onBound={again} />
          <BoundChildren bound={answer.children} onChanged={again} />
          <BindForms onBound={again} isFirst={answer.children.length === 0 && answer.bindable.length === 0} />
        </>
      ) : (
        <Skeleton />
      )}
    </LightPage>
  )
}

type Bindable = Awaited<ReturnType<typeof fetchBindings>>['bindable']

/** Children whose school has the user's phone number: bound with one tap. */
function BindableChildren({ links, onBound }: { links: Bindable; onBound: () => void }) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  if (links.length === 0) return null
  const bind = async () => {
    setBusy(true)
    setWrong('')
    const linkIds = links.map(({ linkId }) => linkId)
    await call(studentApi.bindByPhone, { body: { linkIds } }).then(onBound, (error: unknown) =>
      setWrong(getErrorMessage(error)),
    )
    setBusy(false)
  }
  return (
    <Card title="学校登记的孩子" isFlush>
      <DetailList>
        {links.map(({ linkId, name, orgName, className, relation }) => (
          <DetailRow key={linkId} label={relations[relation]} secondLine={`${orgName} ${className}`}>
            {name}
          </DetailRow>
        ))}
      </DetailList>
      <div className={styles['below']}>
        <p className={styles['small']}>学校登记的监护人手机号与您登录的一致。</p>
        {wrong && <Note kind="error">{wrong}</Note>}
        <Button size="task" busy={busy && '正在绑定…'} onClick={() => void bind()}>
          {links.length > 1 ? `绑定这${links.length}个孩子` : '绑定这个孩子'}
        </Button>
      </div>
    </Card>
  )
}

const states = {
  active: <Tag state="passed">已绑定</Tag>,
  past: <Tag state="draft">已离校</Tag>,
}

function BoundChildren({ bound, onChanged }: { bound: readonly ChildCard[]; onChanged: () => void }) {
  const [leaving, setLeaving] = useState<ChildCard>()
  if (bound.length === 0) return null
  return (
    <Card title="我的孩子" isFlush>
      <DetailList>
        {bound.map((child) => (
          <DetailRow
            key={child.id}
            label={child.relation ? relations[child.relation] : ''}
            secondLine={`${child.orgName} ${child.className}`}
            tool={<TextButton onClick={() => setLeaving(child)}>解除绑定</TextButton>}
          >
            {child.name} {states[child.state]}
          </DetailRow>
        ))}
      </DetailList>
      {leaving && (
        <UnbindSheet
          child={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined)
            onChanged()
          }}
        />
      )}
    </Card>
  )
}

function UnbindSheet({ child, onClose, onDone }: { child: ChildCard; onClose: () => void; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const unbind = async () => {
    setBusy(true)
    setWrong('')
    await call(studentApi.unbind, { body: { studentId: child.id } }).then(onDone, (error: unknown) =>
      setWrong(getErrorMessage(error)),
    )
    setBusy(false)
  }
  return (
    <BottomSheet title={`解除与${child.name}的绑定？`} onClose={onClose}>
      <div className={styles['form']}>
        <p className={styles['words']}>解除后不再收到{child.name}的通知，也看不到在校信息。以后可以重新绑定。</p>
        {wrong && <Note kind="error">{wrong}</Note>}
        <Button kind="danger" size="task" busy={busy && '正在解除…'} onClick={() => void unbind()}>
          解除绑定
        </Button>
      </div>
    </BottomSheet>
  )
}

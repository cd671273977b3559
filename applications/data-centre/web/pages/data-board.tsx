import { lazy, startTransition, Suspense, useState } from 'react'
import { AppstoreOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { openBoard } from '../board-query.ts'
import { CardGrid, useOwnCards } from '../components/card-grid.tsx'
import { Greeting } from '../components/greeting.tsx'
import styles from './data-board.module.css'

const ArrangeDialog = lazy(() => import('../components/arrange-dialog.tsx'))

/** /dataCentre/dataBoard: the cards of the modules. */
export default function DataBoardPage() {
  const [opened, setOpened] = useState(openBoard)
  const [isArranging, setArranging] = useState(false)
  const cards = useOwnCards()
  const reopen = () => startTransition(() => setOpened(openBoard()))
  return (
    <div className={styles['page']}>
      <Greeting>
        <Button
          type="text"
          size="small"
          className={styles['arrange'] ?? ''}
          icon={<Glyph of={AppstoreOutlined} />}
          onClick={() => setArranging(true)}
        >
          编辑看板
        </Button>
      </Greeting>
      <CardGrid opened={opened} />
      {isArranging && (
        <Suspense>
          <ArrangeDialog opened={opened} cards={cards} onArranged={reopen} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </div>
  )
}

import { RefreshCw } from 'lucide-react'
import { Button } from '../Button.tsx'
import './list-news.css'

/** Others added or removed rows of the list that is being read; the press shows them. */
export const ListNews = ({ onTake }: { onTake: () => void }) => (
  <span className="list-news" role="status">
    列表有更新
    <Button size="sm" icon={RefreshCw} onClick={onTake}>
      刷新
    </Button>
  </span>
)

import { render } from '@testing-library/react'
import { Link, MemoryRouter, useLocation } from 'react-router'
import { Still } from '../still.fixture.tsx'
import { useUrlQuery } from '../url-query.ts'
import { patchFor, readFilters, type Filter, type FilterValues } from './filters.ts'
import { SearchBar } from './SearchBar.tsx'

type SearchedListProps = {
  filters: readonly Filter[]
  /** An address that another page leads to. */
  link: string
  onSearch?: (values: FilterValues) => void
}

function SearchedList({ filters, link, onSearch }: SearchedListProps) {
  const { query, change } = useUrlQuery()
  return (
    <>
      <SearchBar
        filters={filters}
        values={readFilters(filters, query)}
        onSearch={(values) => {
          onSearch?.(values)
          change({ ...patchFor(filters, values), page: null })
        }}
      />
      <Link to={link}>链接</Link>
      <output>{useLocation().search}</output>
    </>
  )
}

/** Renders a search bar at an address, whose query stands in an output. */
export const showSearched = (address: string, props: SearchedListProps) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SearchedList {...props} />
    </MemoryRouter>,
    { wrapper: Still },
  )

import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

/**
 * A new page for each test file. The files of a worker share the libraries, whose evaluation costs four times as much
 * as the tests, but neither the product's modules nor what a page holds.
 */
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
window.history.replaceState(null, '', '/')

afterEach(cleanup)

// A module still loading when its file ends would be evaluated for the next file before that one's mocks are known.
afterAll(() => vi.dynamicImportSettled())

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: Number(process.env.HELIODESK_TEST_WAIT_MS ?? 15_000) })

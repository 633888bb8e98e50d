namespace AssemblyToProcess.Valid;

/// <summary>Work that is queued to the thread pool.</summary>
public sealed class StateObjectsOfThreadPool
{
    private readonly Trace _trace;
    private readonly SemaphoreSlim _done = new(0);

    private StateObjectsOfThreadPool(Trace trace) => _trace = trace;

    public static void Is_done(Trace trace)
    {
        var fixture = new StateObjectsOfThreadPool(trace);
        fixture.This();
        fixture.Variables("variables", 4);
        fixture.Groups();
        fixture.Unsafely("unsafe");
        fixture.InTheContextOfItsCaller();
    }

    private void This()
    {
        ThreadPool.QueueUserWorkItem(_ => Note("this"));
        _done.Wait();
        ThreadPool.QueueUserWorkItem(state => Note("state " + (state == null)));
        _done.Wait();
    }

    private void Variables(string text, int number)
    {
        Queue(this, text, number);
        Queue(this, text);
        Queue(this);
    }

    private static void Queue(StateObjectsOfThreadPool fixture, string text, int number)
    {
        ThreadPool.QueueUserWorkItem(_ => fixture.Note(text + number));
        fixture._done.Wait();
    }

    private static void Queue(StateObjectsOfThreadPool fixture, string text)
    {
        ThreadPool.QueueUserWorkItem(state => fixture.Note(text + (state ?? "null")), null);
        fixture._done.Wait();
    }

    private static void Queue(StateObjectsOfThreadPool fixture)
    {
        ThreadPool.QueueUserWorkItem(_ => fixture.Note("alone"));
        fixture._done.Wait();
    }

    private void Groups()
    {
        ThreadPool.QueueUserWorkItem(NoteState);
        _done.Wait();
    }

    private void Unsafely(string text)
    {
        ThreadPool.UnsafeQueueUserWorkItem(_ => Note(text), null);
        _done.Wait();
        ThreadPool.UnsafeQueueUserWorkItem(_ => Note("this"), null);
        _done.Wait();
    }

    private void InTheContextOfItsCaller()
    {
        var local = new AsyncLocal<string> { Value = "flows" };
        ThreadPool.QueueUserWorkItem(_ => Note("safe " + local.Value));
        _done.Wait();
        ThreadPool.UnsafeQueueUserWorkItem(_ => Note("unsafe " + local.Value), null);
        _done.Wait();
    }

    private void NoteState(object? state) => Note("group " + (state ?? "null"));

    private void Note(string text)
    {
        _trace.Place(text);
        _done.Release();
    }
}

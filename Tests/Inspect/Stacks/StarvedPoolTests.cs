using Tests.Inspect.Stacks.RuntimeAsync;

namespace Tests.Inspect.Stacks;

/// <summary>If an operation has completed and its continuation waits only for a thread, the output must not show the operation as awaited.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
[TestFixture(10)]
[TestFixture(11)]
public sealed class StarvedPoolTests(int version)
{
    /// <summary>A program in which the thread pool's only thread is blocked.</summary>
    private const string Code = """
        using System;
        using System.Collections.Generic;
        using System.Threading;
        using System.Threading.Channels;
        using System.Threading.Tasks;
        using System.Threading.Tasks.Sources;

        namespace Starved;

        public static class App
        {
            private static readonly List<Task> s_calls = [];

            public static void Main()
            {
                var (isRunning, never) = (new ManualResetEventSlim(), new ManualResetEventSlim());
                ThreadPool.QueueUserWorkItem(_ => { isRunning.Set(); never.Wait(); });
                isRunning.Wait();

                var (read, readZero, asked, single, full) =
                    (Channel.CreateUnbounded<string>(), Channel.CreateUnbounded<int>(), Channel.CreateUnbounded<int>(), Single(), Channel.CreateBounded<int>(1));
                var (open, openSingle, emptied) = (Channel.CreateBounded<int>(1), Single(), Channel.CreateBounded<int>(1));
                full.Writer.TryWrite(1);
                emptied.Writer.TryWrite(1);
                s_calls.Add(Read(read.Reader));
                s_calls.Add(ReadZero(readZero.Reader));
                s_calls.Add(Asks(asked.Reader));
                s_calls.Add(ReadSingle(single.Reader));
                s_calls.Add(WaitsToRead(open.Reader));
                s_calls.Add(WaitsToReadSingle(openSingle.Reader));
                s_calls.Add(WaitsToWrite(full.Writer));
                s_calls.Add(Writes(full.Writer));
                s_calls.Add(Wrote(emptied.Writer));
                read.Writer.TryWrite("an item");
                readZero.Writer.TryWrite(0);
                asked.Writer.TryWrite(0);
                single.Writer.TryWrite(7);
                emptied.Reader.TryRead(out _);

                var source = new Source();
                s_calls.Add(Awaits(source));
                source.Complete();
                GC.Collect();
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive((read, readZero, asked, single, full, open, openSingle, emptied));
            }

            private static Channel<int> Single() => Channel.CreateUnbounded<int>(new UnboundedChannelOptions { SingleReader = true });

            private static async Task Read(ChannelReader<string> reader) => await reader.ReadAsync();

            private static async Task ReadZero(ChannelReader<int> reader) => await reader.ReadAsync();

            private static async Task Asks(ChannelReader<int> reader) => await reader.WaitToReadAsync();

            private static async Task ReadSingle(ChannelReader<int> reader) => await reader.ReadAsync();

            private static async Task WaitsToRead(ChannelReader<int> reader) => await reader.WaitToReadAsync();

            private static async Task WaitsToReadSingle(ChannelReader<int> reader) => await reader.WaitToReadAsync();

            private static async Task WaitsToWrite(ChannelWriter<int> writer) => await writer.WaitToWriteAsync();

            private static async Task Writes(ChannelWriter<int> writer) => await writer.WriteAsync(2);

            private static async Task Wrote(ChannelWriter<int> writer) => await writer.WaitToWriteAsync();

            private static async Task Awaits(Source source) => await new ValueTask(source, 0);
        }

        public sealed class Source : IValueTaskSource
        {
            private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };

            public void Complete() => _core.SetResult(true);

            public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

            public void GetResult(short token) => _core.GetResult(token);

            public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => _core.OnCompleted(continuation, state, token, flags);
        }
        """;

    private ToolRun _run = null!;
    private RunningProgram? _program;

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        _program = RunningProgram.Start("env", "DOTNET_ThreadPool_ForceMinWorkerThreads=1", "DOTNET_ThreadPool_ForceMaxWorkerThreads=1", "DOTNET_ROLL_FORWARD=Major", Hosts.Of(version), RunningProgram.Write(_run, Code));
    }

    [OneTimeTearDown]
    public void End()
    {
        _program?.Dispose();
        _run.Dispose();
    }

    [TestCase("Read", ExpectedResult = "queued to run")]
    [TestCase("ReadZero", ExpectedResult = "queued to run, or its channel is gone")]
    [TestCase("Asks", ExpectedResult = "queued to run")]
    [TestCase("ReadSingle", ExpectedResult = "queued to run")]
    [TestCase("WaitsToRead", ExpectedResult = "channel (empty)")]
    [TestCase("WaitsToReadSingle", ExpectedResult = "channel (empty)")]
    [TestCase("WaitsToWrite", ExpectedResult = "channel (full)")]
    [TestCase("Writes", ExpectedResult = "channel (full)")]
    [TestCase("Wrote", ExpectedResult = "queued to run")]
    [TestCase("Awaits", ExpectedResult = "queued to run")]
    public string What_is_waited_for(string method)
    {
        var (exitCode, output, error) = ToolRun.Run("stacks", $"{_program!.Id}", "--method", $"Starved.App.{method}");
        Assert.That(exitCode, Is.Zero, error);
        return output.TrimEnd().Split('\n')[^1].Split('~')[1].Trim();
    }
}

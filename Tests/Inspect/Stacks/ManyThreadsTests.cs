using PooledAwait.Inspect.Stacks.Targets;

namespace Tests.Inspect.Stacks;

/// <summary>
/// If a process has very many threads, the tool resumes the process before it has read all stacks. In a dump, the tool reads all stacks, because no process
/// waits.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ManyThreadsTests
{
    private const string Code = """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading;

        public static class App
        {
            private static readonly CountdownEvent s_deep = new(400);

            public static void Main()
            {
                for (var i = 0; i < 400; i++)
                {
                    new Thread(() => Nested(150), 1 << 20) { IsBackground = true }.Start();
                }

                s_deep.Wait();
                Console.WriteLine("ready");
                Console.ReadLine();
            }

            [MethodImpl(MethodImplOptions.NoOptimization)]
            private static void Nested(int left)
            {
                if (left > 0)
                {
                    Nested(left - 1);
                    return;
                }

                s_deep.Signal();
                Thread.Sleep(-1);
            }
        }
        """;

    [Test]
    public void A_dump_s_are_all_read()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, Code);
        var dump = WrittenDump.Write(program.Id, run.PathOf("many.dmp"));
        using var target = new Dump(dump, dac: null);
        Assert.That(target.Look(withFields: false).Copy.Threads.Count(thread => thread.Frames.Count(frame => frame.Method == "Nested") > 100), Is.EqualTo(400));
    }
}

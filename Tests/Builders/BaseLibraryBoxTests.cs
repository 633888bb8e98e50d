using System.Reflection;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>Tests the boxes that the base library recognises as its own.</summary>
[Thorough]
[Alone]
public static class BaseLibraryBoxTests
{
    [Test]
    public static void They_get_a_delegate_where_the_base_library_would_resume_them_twice()
    {
        const string Member = "void IAsyncStateMachineBox.MoveNext()";
        var runtime = new RuntimeVariant()
            .ReplaceOnce("RecognisedDetachedBox.cs", $"{Member} => MoveNextUnderContext();", $"{Member} {{ MoveNext(); MoveNext(); }}").Load();
        Assert.That(IsSupported(runtime), Is.False);
    }

    /// <summary>
    /// At its first use, PooledAwait.Runtime tests whether the base library resumes boxes of PooledAwait.Runtime. This self-test raises events of the base
    /// library. A listener for these events may call pooled methods while the self-test runs.
    /// </summary>
    [Test]
    public static void A_call_in_the_middle_of_the_self_test_and_one_that_has_its_box_later_complete()
    {
        var runtime = new RuntimeVariant()
            .ReplaceOnce("BaseLibraryBoxSelfTest.cs", "            source.SetResult();\n", "            source.SetResult();\n            global::Call.Begin();\n")
            .Add("Call.cs", Call).Load();

        var run = runtime.GetType("Call", throwOnError: true)!.GetMethod("Run")!;
        Assert.Multiple(() =>
        {
            Assert.That(run.Invoke(null, null), Is.EqualTo(2 * 42), "the first calls, and those in the middle of the self-test");
            Assert.That(run.Invoke(null, null), Is.EqualTo(3 * 42), "and calls that have the boxes of the former");
            Assert.That(IsSupported(runtime), Is.True);
        });
    }

    private static bool IsSupported(Assembly runtime) =>
        (bool)runtime.GetType("PooledAwait.Runtime.BaseLibraryAwait", throwOnError: true)!.GetField("IsSupported")!.GetValue(null)!;

    private const string Call =
        """
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;

        public static class Call
        {
            private static readonly List<Task<int>> s_begun = [];

            public static int Run()
            {
                Begin();
                return Task.WhenAll(s_begun).Wait(60_000) ? s_begun.Sum(task => task.Result) : 0;
            }

            public static void Begin()
            {
                var source = new TaskCompletionSource<int>();
                var (value, task) = (ValueAsync(source.Task).AsTask(), TaskAsync(source.Task));
                s_begun.AddRange([value, task]);
                source.SetResult(21);
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            private static async ValueTask<int> ValueAsync(Task<int> task)
            {
                await Task.Yield();
                return await task;
            }

            [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
            private static async Task<int> TaskAsync(Task<int> task)
            {
                await Task.Delay(1).ConfigureAwait(false);
                return await task;
            }
        }
        """;
}

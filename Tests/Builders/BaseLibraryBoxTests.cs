using System.Reflection;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>Boxes that the base library takes for its own, and what is done where it does not know any.</summary>
public static class BaseLibraryBoxTests
{
    [Test]
    public static void The_base_library_resumes_them() => Assert.That(IsSupported(new RuntimeVariant().Load()), Is.True);

    [TestCase("RecognisedDetachedBox.cs", "void IAsyncStateMachineBox.MoveNext() => MoveNextUnderContext();", "void IAsyncStateMachineBox.MoveNext() { }")]
    [TestCase("RecognisedDetachedBox.cs", "void IAsyncStateMachineBox.MoveNext() => MoveNextUnderContext();", "void IAsyncStateMachineBox.MoveNext() { MoveNext(); MoveNext(); }")]
    public static void None_are_made_where_the_self_test_fails(string file, string text, string replacement) =>
        Assert.That(IsSupported(new RuntimeVariant().ReplaceOnce(file, text, replacement).Load()), Is.False);

    /// <summary>As on a base library whose interface has another name, or is not there.</summary>
    [Test]
    public static void A_call_completes_where_the_type_of_the_box_cannot_be_loaded()
    {
        var runtime = new RuntimeVariant { InterfaceOfBoxes = "IBoxOfAnotherBaseLibrary" }.Add("Call.cs", Call).Load();

        Assert.Multiple(() =>
        {
            Assert.That(IsSupported(runtime), Is.False);
            Assert.That(runtime.GetType("Call", throwOnError: true)!.GetMethod("Run")!.Invoke(null, null), Is.EqualTo(42));
        });
    }

    private static bool IsSupported(Assembly runtime) =>
        (bool)runtime.GetType("PooledAwait.Runtime.BaseLibraryBox", throwOnError: true)!.GetField("IsSupported")!.GetValue(null)!;

    private const string Call =
        """
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;

        public static class Call
        {
            public static int Run()
            {
                var source = new TaskCompletionSource<int>();
                var (value, task) = (ValueAsync(source.Task), TaskAsync(source.Task));
                source.SetResult(21);
                return value.AsTask().Result + task.Result;
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

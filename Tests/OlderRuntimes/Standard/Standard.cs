using System.Reflection;
using System.Runtime.CompilerServices;

// Stand-ins for types and members that the builders' scenarios use, but that netstandard2.0 lacks. They are compiled with the scenarios for netstandard2.0.
namespace System.Runtime.CompilerServices
{
    internal static class IsExternalInit;
}

namespace System.Threading.Tasks
{
    [Flags]
    public enum ConfigureAwaitOptions
    {
        None = 0,
        ContinueOnCapturedContext = 1,
        SuppressThrowing = 2,
        ForceYielding = 4,
    }

    public sealed class TaskCompletionSource : TaskCompletionSource<bool>
    {
        public TaskCompletionSource()
        {
        }

        public TaskCompletionSource(TaskCreationOptions options)
            : base(options)
        {
        }

        public new Task Task => base.Task;

        public void SetResult() => SetResult(true);

        public bool TrySetResult() => TrySetResult(true);
    }
}

namespace Tests
{
    /// <summary>Lets scenarios that count bytes compile. The method throws when it is called.</summary>
    internal static class AllocatedBytes
    {
        public static long During(Action run) => throw new PlatformNotSupportedException();
    }
}

namespace Tests.Builders.Conformance.Scenarios
{
    /// <summary>Stand-ins for members that existing types lack. Some of these members only let the scenarios compile, and throw when they are called.</summary>
    internal static class Standard
    {
        extension(GC)
        {
            public static long GetAllocatedBytesForCurrentThread() => throw new PlatformNotSupportedException();
        }

        extension(Random)
        {
            public static Random Shared => throw new PlatformNotSupportedException();
        }

        extension(BindingFlags)
        {
            public static BindingFlags DoNotWrapExceptions => BindingFlags.Default;
        }

        extension(Enum)
        {
            public static T[] GetValues<T>() => (T[])Enum.GetValues(typeof(T));
        }

        extension(Array)
        {
            public static void Fill<T>(T[] array, T value)
            {
                for (var i = 0; i < array.Length; i++)
                {
                    array[i] = value;
                }
            }
        }

        extension(RuntimeHelpers)
        {
            public static bool TryEnsureSufficientExecutionStack()
            {
                try
                {
                    RuntimeHelpers.EnsureSufficientExecutionStack();
                    return true;
                }
                catch (InsufficientExecutionStackException)
                {
                    return false;
                }
            }
        }

        extension(Task task)
        {
            public bool IsCompletedSuccessfully => task.Status == TaskStatus.RanToCompletion;

            public ConfiguredTaskAwaitable ConfigureAwait(ConfigureAwaitOptions options) => throw new PlatformNotSupportedException();
        }

        public static void UnsafeStart(this Thread thread)
        {
            using (ExecutionContext.IsFlowSuppressed() ? default(IDisposable) : ExecutionContext.SuppressFlow())
            {
                thread.Start();
            }
        }

        public static void SpinOnce(this ref SpinWait spinner, int sleep1Threshold)
        {
            if (sleep1Threshold < 0)
            {
                spinner.SpinOnce();
            }
        }

        public static T CreateDelegate<T>(this MethodInfo method)
            where T : Delegate => (T)method.CreateDelegate(typeof(T));

        public static string[] Split(this string text, string separator) => text.Split([separator], StringSplitOptions.None);

        public static IEnumerable<T> Order<T>(this IEnumerable<T> items) => items.OrderBy(item => item);

        public static T[] GetItems<T>(this Random random, T[] choices, int length) => [.. Enumerable.Range(0, length).Select(_ => choices[random.Next(choices.Length)])];
    }
}

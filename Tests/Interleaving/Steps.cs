namespace Tests.Interleaving;

/// <summary>A source file for a build of PooledAwait.Runtime. It adds a <see cref="Schedule.Point"/> before steps that other threads can see.</summary>
public static class Steps
{
    /// <summary>
    /// The types in this source are in the namespace of the code that uses them. So the compiler prefers them to the types of System.Threading.
    /// </summary>
    public const string Source =
        """
        using Tests.Interleaving;
        namespace PooledAwait.Runtime;

        internal static class Interlocked
        {
            public static int CompareExchange(ref int location, int value, int comparand)
            {
                Schedule.Point();
                return System.Threading.Interlocked.CompareExchange(ref location, value, comparand);
            }

            public static int Add(ref int location, int value)
            {
                Schedule.Point();
                return System.Threading.Interlocked.Add(ref location, value);
            }

            public static int And(ref int location, int value)
            {
                Schedule.Point();
                return System.Threading.Interlocked.And(ref location, value);
            }

            public static long Add(ref long location, long value) => System.Threading.Interlocked.Add(ref location, value);

            public static int Exchange(ref int location, int value) => System.Threading.Interlocked.Exchange(ref location, value);

            public static T Exchange<T>(ref T location, T value) where T : class? => System.Threading.Interlocked.Exchange(ref location, value);

            public static void MemoryBarrierProcessWide() => System.Threading.Interlocked.MemoryBarrierProcessWide();
        }

        internal static class Volatile
        {
            public static int Read(ref int location)
            {
                Schedule.Point();
                return System.Threading.Volatile.Read(ref location);
            }

            public static void Write(ref int location, int value)
            {
                Schedule.Point();
                System.Threading.Volatile.Write(ref location, value);
            }

            public static long Read(ref long location) => System.Threading.Volatile.Read(ref location);

            public static bool Read(ref bool location) => System.Threading.Volatile.Read(ref location);

            public static void Write(ref bool location, bool value) => System.Threading.Volatile.Write(ref location, value);

            public static T Read<T>(ref T location) where T : class? => System.Threading.Volatile.Read(ref location!);

            public static void Write<T>(ref T location, T value) where T : class? => System.Threading.Volatile.Write(ref location!, value);
        }

        internal struct SpinWait
        {
            public void SpinOnce() => Schedule.Wait();
        }

        internal static class Steps
        {
            public static T Before<T>(T value)
            {
                Schedule.Point();
                return value;
            }
        }
        """;
}
